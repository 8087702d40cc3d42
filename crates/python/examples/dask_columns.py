"""Which puzzles of a Dask data frame have exactly one answer?"""

import dask.dataframe as dd
import gridwright.columns
import pandas as pd


def unique(frame: dd.DataFrame) -> dd.DataFrame:
    """The frame with the columns of `unique_many`; every partition is one task."""
    meta = gridwright.columns.apply(frame._meta, "unique", kind="sudoku").to_pandas()
    return frame.map_partitions(
        lambda part: gridwright.columns.apply(part, "unique", kind="sudoku", threads=1).to_pandas(), meta=meta
    )


if __name__ == "__main__":
    boards = pd.DataFrame({"puzzle": [".1.. ...2 3... ..3.", "1... .... ...2 ..1.", "none"], "id": [1, 2, 3]})
    print(unique(dd.from_pandas(boards, npartitions=2)).compute()[["id", "verdict", "error"]].to_string(index=False))
