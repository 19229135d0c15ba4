-- TABLE parcels :appender

-- QUERY parcel :one
SELECT * FROM parcels WHERE id = ${id};

-- EXEC forget :batch
DELETE FROM parcels WHERE id = ${id};
