"""Pages with a program behind them: a server for this machine alone, and the processes that answer its pages.

    page  <- WebSocket ->  server  <- lines of JSON ->  the process of the page

The server hands out files and passes messages on; it knows no game. `answering` is the other end of the line.
"""
