plugins {
    kotlin("jvm") version "2.1.0"
    id("app.cash.sqldelight") version "2.1.0"
}

sqldelight {
    databases {
        create("Recipes") { packageName.set("com.example.recipes") }
    }
}
