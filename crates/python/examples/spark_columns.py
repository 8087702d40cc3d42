"""Which puzzles of a Spark data frame have exactly one answer?"""

import gridwright.columns
import pyarrow
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema


def unique(frame: DataFrame) -> DataFrame:
    """The frame with the columns of `unique_many`; every partition is one task."""
    schema = gridwright.columns.schema("unique", to_arrow_schema(frame.schema), kind="sudoku")
    # Spark has no unsigned integers.
    signed = [field.with_type(pyarrow.int64()) if field.type == pyarrow.uint64() else field for field in schema]
    schema = pyarrow.schema(signed)
    work = gridwright.columns.in_arrow("unique", kind="sudoku")

    def batches(given):
        for batch in work(given):
            yield batch.cast(schema)

    return frame.mapInArrow(batches, from_arrow_schema(schema))


if __name__ == "__main__":
    spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    boards = [(".1.. ...2 3... ..3.", 1), ("1... .... ...2 ..1.", 2), ("none", 3)]
    unique(spark.createDataFrame(boards, ["puzzle", "id"])).select("id", "verdict", "error").show(truncate=False)
    spark.stop()
