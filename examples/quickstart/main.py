"""A to-do list over generated code: gen/tasks.py, made from tasks.sql. Needs nothing but Python's own sqlite3."""

import datetime as dt
import sqlite3

from gen.tasks import Tasks, TasksInsert

db = sqlite3.connect(":memory:")
print("migrations applied:", Tasks.apply_migrations(db))

tasks = Tasks(db)
ada = tasks.add_person("Ada")
bob = tasks.add_person("Bob")

with tasks.create_tasks_appender() as appender:
    appender.append(TasksInsert("write the SQL", ada, dt.date(2030, 1, 1), False))
    appender.append(TasksInsert("generate the code", ada, dt.date(2030, 1, 2), False))
    appender.append(TasksInsert("have a break", None, None, False))
print("tasks added in bulk:", appender.rows)

for task in tasks.open_tasks():
    # task.owner is str | None: the LEFT JOIN says so. task.title is str: the schema says NOT NULL.
    due = f"due {task.due:%A, %d %B %Y}" if task.due else "whenever"
    print(f"  {task.id}. {task.title} ({task.owner or 'nobody'}, {due})")

print("finished:", tasks.finish_task(1), "then", tasks.finish_task(1))
print("task 1 is done:", (one := tasks.find_task(1)) is not None and one.done)
print("there is a task 99:", tasks.find_task(99) is not None)

print("finished at once:", tasks.finish_task_bulk([(1,), (2,), (99,)]))

for person in tasks.workload():
    print(f"  {person.name} has {person.tasks} to do, next due {person.next_due}")

db.commit()
db.close()
