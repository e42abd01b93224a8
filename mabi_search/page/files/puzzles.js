// Positions that White wins, the easiest first, with the moves that are proven to win and those that are
// undecided (python -m studies.endgames.mabi_puzzles).

export const PUZZLES = [
  {"position": "3b1b/1bww2/2wbwb/wbbbw1/2w1w1/3w1b w - b 24", "wins": ["d1c1", "d1d2", "e2e1", "e2f2"], "open": ["d1e1", "c5c6"], "plies": 3, "level": "easy"},
  {"position": "1b1b2/1wwbw1/1bwb1b/2w1w1/2bwbb/3ww1 w - w 22", "wins": ["d1c1", "d2d3"], "open": ["e1f1"], "plies": 3, "level": "easy"},
  {"position": "2bb4/1wwbw3/1bwbbbwb/2w1bwwb/1bw1b3/2wwwbb1/2bbwww1/3w4 w - w 126", "wins": ["g5g4"], "open": [], "plies": 3, "level": "easy"},
  {"position": "8/1w1b2b1/1b1b1wb1/1bwwwbb1/wbwb1bwb/wwwwwbw1/1b2bwb1/w7 w - w 66", "wins": ["a1a2"], "open": ["a1b1", "pass"], "plies": 3, "level": "easy"},
  {"position": "2bb2/2w1w1/w1bbbb/wwwww1/b2b1b/1w4 w - w 60", "wins": ["b1b2"], "open": ["b1a1", "b1c1"], "plies": 3, "level": "easy"},
  {"position": "2bw2/wbwbb1/1b3b/1www2/wbwbwb/6 w - w 18", "wins": ["a2a3", "e2e3"], "open": ["a2a1", "e2e1"], "plies": 5, "level": "medium"},
  {"position": "1b4/1ww1wb/1bbb1b/1wwww1/1b1bb1/2w1w1 w - w 50", "wins": ["c1c2"], "open": [], "plies": 5, "level": "medium"},
  {"position": "3bww2/2b2b2/1bwbwbb1/2w1bww1/1bwwwb1b/2bw2wb/1bww1bwb/w7 w - w 190", "wins": ["a1b1", "e8e7"], "open": ["a1a2", "pass"], "plies": 7, "level": "hard"},
  {"position": "2b3/wbwwb1/1bb1w1/1wwbb1/wbwwb1/6 w - w 50", "wins": ["a2a1", "a2a3"], "open": ["d5d4"], "plies": 7, "level": "hard"},
  {"position": "1b3b/1wwbw1/b2bb1/wbwww1/w2bwb/6 w - w 24", "wins": ["b5b4"], "open": ["a2a1", "b5a5"], "plies": 9, "level": "hard"},
];
