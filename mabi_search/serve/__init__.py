"""The analysis board in the browser: what answers its page (Python), and the page itself (data)."""
