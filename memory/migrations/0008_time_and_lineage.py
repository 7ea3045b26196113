"""Two clocks, who took whose place, and the change that events belong to: tables, not yet filled."""

import django.db.models.deletion
import django.db.models.manager
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("memory", "0007_lists"),
    ]

    operations = [
        migrations.AlterField(
            model_name="conflict",
            name="decision",
            field=models.CharField(
                blank=True, choices=[("new", "New"), ("old", "Old"), ("both", "Both")], default="", max_length=10
            ),
        ),
        migrations.AlterField(
            model_name="conflict",
            name="kind",
            field=models.CharField(choices=[("contradiction", "Contradiction"), ("update", "Update")], max_length=20),
        ),
        migrations.AlterField(
            model_name="event",
            name="kind",
            field=models.CharField(
                choices=[
                    ("remembered", "Remembered"),
                    ("corrected", "Corrected"),
                    ("confirmed", "Confirmed"),
                    ("edited", "changed"),
                    ("retired", "Retired"),
                    ("restored", "Restored"),
                    ("superseded", "superseded by a newer fact"),
                    ("supersedes", "took the place of an older fact"),
                    ("holds_again", "holds again"),
                    ("merged", "took over duplicates"),
                    ("undone", "took a change back"),
                    ("decayed", "retired by decay"),
                    ("spared", "spared from decay"),
                    ("reflected", "written"),
                    ("alias_added", "alias added"),
                    ("alias_removed", "alias removed"),
                    ("renamed", "Renamed"),
                    ("unmerged", "a merge was taken back"),
                    ("split", "was split"),
                    ("unsplit", "a split was taken back"),
                    ("session_skipped", "session given up"),
                ],
                max_length=30,
            ),
        ),
        migrations.AlterField(
            model_name="event",
            name="origin",
            field=models.CharField(
                choices=[
                    ("curator", "Curator"),
                    ("user", "User"),
                    ("agent", "Agent"),
                    ("tool", "Tool"),
                    ("import", "Import"),
                    ("derived", "Derived"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="review",
            name="reason",
            field=models.CharField(
                choices=[
                    ("conflict", "It contradicts another fact"),
                    ("unsupported", "Its source does not say so"),
                    ("sensitive", "It touches a sensitive subject"),
                    ("new_person", "It names a person for the first time"),
                    ("low_confidence", "The extractor was not sure of it"),
                    ("imported", "It was imported"),
                    ("restated", "It was said again after a person had replaced it"),
                    ("decay_stopped", "Decay would retire too much at once"),
                ],
                max_length=40,
            ),
        ),
        migrations.CreateModel(
            name="Change",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("remember", "Remember"),
                            ("correct", "Correct"),
                            ("confirm", "Confirm"),
                            ("edit", "Edit"),
                            ("retire", "Retire"),
                            ("restore", "Restore"),
                            ("merge", "Merge"),
                            ("bulk", "Bulk"),
                            ("decide", "decide a conflict"),
                            ("review", "decide a review"),
                            ("hold_again", "Hold Again"),
                            ("reflect", "Reflect"),
                            ("decay", "Decay"),
                            ("spare", "Spare"),
                            ("entity", "change an entity"),
                            ("session", "change a session"),
                            ("undo", "Undo"),
                            ("redo", "Redo"),
                        ],
                        max_length=20,
                    ),
                ),
                ("actor", models.CharField(max_length=200)),
                (
                    "origin",
                    models.CharField(
                        choices=[
                            ("curator", "Curator"),
                            ("user", "User"),
                            ("agent", "Agent"),
                            ("tool", "Tool"),
                            ("import", "Import"),
                            ("derived", "Derived"),
                        ],
                        max_length=10,
                    ),
                ),
                ("decision", models.CharField(blank=True, default="", max_length=10)),
                ("batch", models.CharField(blank=True, default="", max_length=40)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("comment", models.TextField(blank=True, default="")),
                (
                    "conflict",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="changes",
                        to="memory.conflict",
                    ),
                ),
                (
                    "namespace",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="memory.namespace",
                    ),
                ),
                (
                    "run",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="changes",
                        to="memory.operation",
                    ),
                ),
                (
                    "undoes",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="undone_by",
                        to="memory.change",
                    ),
                ),
            ],
            options={
                "db_table": "changes",
                "default_manager_name": "everything",
            },
            managers=[
                ("everything", django.db.models.manager.Manager()),
            ],
        ),
        migrations.AddField(
            model_name="conflict",
            name="decided_in",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="decided_conflicts",
                to="memory.change",
            ),
        ),
        migrations.AddField(
            model_name="event",
            name="change",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="events", to="memory.change"
            ),
        ),
        migrations.AddField(
            model_name="review",
            name="decided_in",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="decided_reviews",
                to="memory.change",
            ),
        ),
        migrations.CreateModel(
            name="Supersession",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("outdated", "Outdated"), ("wrong", "Wrong")], max_length=10)),
                (
                    "way",
                    models.CharField(
                        choices=[("decided", "Decided"), ("corrected", "Corrected"), ("inherited", "Inherited")],
                        max_length=10,
                    ),
                ),
                ("said_at", models.DateTimeField()),
                ("by", models.CharField(max_length=200)),
                (
                    "change",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="supersessions", to="memory.change"
                    ),
                ),
                (
                    "ended_in",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ended_supersessions",
                        to="memory.change",
                    ),
                ),
                (
                    "new",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="supersedes_in", to="memory.memory"
                    ),
                ),
                (
                    "old",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="superseded_in", to="memory.memory"
                    ),
                ),
            ],
            options={
                "db_table": "supersessions",
            },
        ),
        migrations.CreateModel(
            name="Validity",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("valid_from", models.DateTimeField()),
                ("valid_to", models.DateTimeField(blank=True, null=True)),
                ("known_from", models.DateTimeField()),
                ("known_to", models.DateTimeField(blank=True, null=True)),
                (
                    "memory",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="validity", to="memory.memory"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "validity",
                "db_table": "validity",
            },
        ),
        migrations.AddIndex(
            model_name="change",
            index=models.Index(fields=["namespace", "at"], name="changes_at"),
        ),
        migrations.AddConstraint(
            model_name="change",
            constraint=models.UniqueConstraint(
                condition=models.Q(("batch", ""), _negated=True),
                fields=("batch", "namespace"),
                name="changes_batch_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="supersession",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_in__isnull", True)), fields=("old", "new"), name="supersessions_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="validity",
            constraint=models.UniqueConstraint(
                condition=models.Q(("known_to__isnull", True), ("valid_to__isnull", True)),
                fields=("memory",),
                name="validity_one_open",
            ),
        ),
    ]
