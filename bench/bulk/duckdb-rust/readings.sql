-- QUERY all_readings
SELECT * FROM sensor_readings ORDER BY "timestamp";
