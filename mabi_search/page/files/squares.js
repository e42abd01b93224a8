// Names of squares, and where they are: ranks and files from 0.

export const FILES = "abcdefgh";
export const nameOf = (rank, file) => FILES[file] + (rank + 1);
export const placeOf = name => [Number(name[1]) - 1, FILES.indexOf(name[0])];
