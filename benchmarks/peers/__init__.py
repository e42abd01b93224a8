"""The minimum of a deal by general solvers, asked as a careful user of theirs would."""
