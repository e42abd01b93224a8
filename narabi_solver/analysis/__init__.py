"""Values of swaps, shortest lines, played lines, costs of cards; finding deals of a given difficulty."""
