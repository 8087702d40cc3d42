"""Which puzzles of a Spark data frame have exactly one answer?"""

import gridwright.columns
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema


def unique(frame: DataFrame) -> DataFrame:
    """The frame with the columns of `unique_many`; every partition is one task."""
    schema = gridwright.columns.schema("unique", to_arrow_schema(frame.schema), kind="sudoku")
    work = gridwright.columns.in_arrow("unique", kind="sudoku")
    return frame.mapInArrow(work, from_arrow_schema(schema))


if __name__ == "__main__":
    spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    boards = [(".1.. ...2 3... ..3.", 1), ("1... .... ...2 ..1.", 2), ("none", 3)]
    unique(spark.createDataFrame(boards, ["puzzle", "id"])).select("id", "verdict", "error").show(truncate=False)
    spark.stop()
