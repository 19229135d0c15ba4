"""The rows as Arrow, hand-written with pyarrow: column by column, in one pass of C each."""

from collections.abc import Iterator
from itertools import islice

import pyarrow as pa

from sensors import Rows, columns

BATCH = 30_720

SCHEMA = pa.schema(
    [
        ("device_id", pa.uuid()),
        ("timestamp", pa.timestamp("us", "UTC")),
        ("temperature", pa.float64()),
        ("humidity", pa.float64()),
        ("pressure", pa.decimal128(10, 2)),
        ("battery_level", pa.int16()),
        ("is_anomaly", pa.bool_()),
        ("location", pa.string()),
        ("tags", pa.list_(pa.string())),
    ]
)


def batch(rows: Rows) -> pa.RecordBatch:
    values = columns(rows)
    ids = pa.array([id.bytes for id in values.pop("device_id")], pa.binary(16))
    others = [
        pa.array(column, SCHEMA.field(name).type) for name, column in values.items()
    ]
    return pa.record_batch([ids.cast(pa.uuid()), *others], schema=SCHEMA)


def batches(rows: Rows, size: int) -> Iterator[pa.RecordBatch]:
    source = iter(rows)
    while some := list(islice(source, size)):
        yield batch(some)


def reader(rows: Rows) -> pa.RecordBatchReader:
    return pa.RecordBatchReader.from_batches(SCHEMA, batches(rows, BATCH))


def table(rows: Rows, size: int = BATCH) -> pa.Table:
    return pa.Table.from_batches(batches(rows, size), SCHEMA)


def ingestible(source: pa.Table) -> pa.Table:
    """The same for ADBC, which has no UUID, and sends bytes as they are."""
    ids = source.column("device_id").cast(pa.binary(16))
    return source.set_column(0, "device_id", ids)
