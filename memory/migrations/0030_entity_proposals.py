import django.db.models.deletion
import django.db.models.manager
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("memory", "0029_erasures_are_runs"),
    ]

    operations = [
        migrations.AlterField(
            model_name='event',
            name='kind',
            field=models.CharField(
                choices=[
                    ('remembered', 'Remembered'), ('corrected', 'Corrected'), ('confirmed', 'Confirmed'),
                    ('edited', 'changed'), ('retired', 'Retired'), ('restored', 'Restored'),
                    ('superseded', 'superseded by a newer fact'), ('supersedes', 'took the place of an older fact'),
                    ('holds_again', 'holds again'), ('merged', 'took over duplicates'),
                    ('undone', 'took a change back'), ('decayed', 'retired by decay'), ('spared', 'spared from decay'),
                    ('reflected', 'written'), ('alias_added', 'alias added'), ('alias_removed', 'alias removed'),
                    ('renamed', 'Renamed'), ('unmerged', 'a merge was taken back'), ('split', 'was split'),
                    ('unsplit', 'a split was taken back'), ('told_apart', 'is another one'),
                    ('session_skipped', 'session given up'), ('session_retried', 'session tried again'),
                ],
                max_length=30,
            ),
        ),
        migrations.CreateModel(
            name='EntityProposal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entity', models.CharField(max_length=40)),
                ('into', models.CharField(max_length=40)),
                ('reason', models.TextField()),
                (
                    'status',
                    models.CharField(
                        choices=[('open', 'Open'), ('merged', 'Merged'), ('apart', 'Apart')],
                        default='open', max_length=10,
                    ),
                ),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                (
                    'decided_in',
                    models.ForeignKey(
                        blank=True, null=True, on_delete=django.db.models.deletion.PROTECT,
                        related_name='decided_%(class)ss', to='memory.change',
                    ),
                ),
                (
                    'namespace',
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+',
                        to='memory.namespace',
                    ),
                ),
            ],
            options={
                'db_table': 'entity_proposals',
                'default_manager_name': 'everything',
                'indexes': [models.Index(fields=['namespace', 'status', 'id'], name='entity_proposals_open')],
                'constraints': [
                    models.UniqueConstraint(fields=('namespace', 'entity', 'into'), name='entity_proposals_pair'),
                ],
            },
            managers=[
                ('everything', django.db.models.manager.Manager()),
            ],
        ),
    ]  # fmt: skip
