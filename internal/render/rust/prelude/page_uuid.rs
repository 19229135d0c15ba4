use uuid::Uuid;

impl Key for Uuid {}
