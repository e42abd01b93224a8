// Names of squares, and their ranks and files, counted from 0.

export const FILES = "abcdefgh";
export const nameOf = (rank, file) => FILES[file] + (rank + 1);
export const placeOf = name => [Number(name[1]) - 1, FILES.indexOf(name[0])];
