//! Ways to insert rows.

use std::sync::Arc;

use duckdb::Connection;
use duckdb::arrow::array::{
    ArrayRef, BooleanArray, Decimal64Array, FixedSizeBinaryArray, Float64Array, Int16Array,
    ListBuilder, StringArray, StringBuilder, TimestampMicrosecondArray,
};
use duckdb::arrow::datatypes::{Field, Schema};
use duckdb::arrow::record_batch::RecordBatch;

use crate::Failure;
use crate::generated::sensors::{SensorReadingsRow, Sensors};

/// A way to insert rows, all or none.
pub struct Way {
    pub title: &'static str,
    /// It needs the rows in a table of the database.
    pub copies: bool,
    pub insert: fn(&Connection, &[SensorReadingsRow]) -> Result<(), Failure>,
}

pub const WAYS: &[Way] = &[
    Way {
        title: "ceiling: INSERT … SELECT from a table",
        copies: true,
        insert: |connection, _| {
            let sql = "INSERT INTO sensor_readings FROM reference";
            Ok(connection.execute(sql, []).map(drop)?)
        },
    },
    Way {
        title: "generated",
        copies: false,
        insert: |connection, rows| {
            Ok(Sensors::new(connection)
                .bulk_insert_sensor_readings(rows)
                .map(drop)?)
        },
    },
    Way {
        title: "append_record_batch, 2,048 rows a batch",
        copies: false,
        insert: |connection, rows| append(connection, rows, 2048),
    },
    Way {
        title: "append_record_batch, 122,880 rows a batch",
        copies: false,
        insert: |connection, rows| append(connection, rows, 122_880),
    },
];

/// Arrow batches by the crate's appender, in a transaction.
fn append(connection: &Connection, rows: &[SensorReadingsRow], each: usize) -> Result<(), Failure> {
    let transaction = connection.unchecked_transaction()?;
    let mut appender = transaction.appender("sensor_readings")?;
    for some in rows.chunks(each) {
        appender.append_record_batch(batch(some)?)?;
    }
    appender.flush()?;
    drop(appender);
    Ok(transaction.commit()?)
}

/// Rows as a batch, by Arrow's own builders.
fn batch(rows: &[SensorReadingsRow]) -> Result<RecordBatch, Failure> {
    let ids = rows.iter().map(|r| r.device_id.as_bytes());
    let moments = rows.iter().map(|r| r.timestamp.timestamp_micros());
    let pressures = rows.iter().map(|r| r.pressure.mantissa() as i64);
    let mut tags = ListBuilder::new(StringBuilder::new());
    for row in rows {
        for tag in &row.tags {
            tags.values().append_option(tag.as_ref());
        }
        tags.append(true);
    }
    let columns: Vec<ArrayRef> = vec![
        Arc::new(FixedSizeBinaryArray::try_from_iter(ids)?),
        Arc::new(TimestampMicrosecondArray::from_iter_values(moments).with_timezone("UTC")),
        Arc::new(Float64Array::from_iter_values(
            rows.iter().map(|r| r.temperature),
        )),
        Arc::new(Float64Array::from_iter_values(
            rows.iter().map(|r| r.humidity),
        )),
        Arc::new(Decimal64Array::from_iter_values(pressures).with_precision_and_scale(10, 2)?),
        Arc::new(Int16Array::from_iter_values(
            rows.iter().map(|r| r.battery_level),
        )),
        Arc::new(
            rows.iter()
                .map(|r| Some(r.is_anomaly))
                .collect::<BooleanArray>(),
        ),
        Arc::new(StringArray::from_iter_values(
            rows.iter().map(|r| &r.location),
        )),
        Arc::new(tags.finish()),
    ];
    let types = columns
        .iter()
        .zip(1..)
        .map(|(c, n)| Field::new(format!("c{n}"), c.data_type().clone(), true));
    let mut fields: Vec<Field> = types.collect();
    let uuid = [("ARROW:extension:name".to_owned(), "arrow.uuid".to_owned())];
    fields[0].set_metadata(uuid.into());
    Ok(RecordBatch::try_new(
        Arc::new(Schema::new(fields)),
        columns,
    )?)
}
