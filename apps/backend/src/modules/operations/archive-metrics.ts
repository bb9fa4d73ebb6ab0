import { statfs } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Health, Metrics } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { Quarantine } from '../sandbox/index.ts';
import { ArchiveState } from './archive-state.ts';

/** Metrics of the whole archive, which every API process reports alike: queues, imports, files, dependencies, disk. */
@Injectable()
export class ArchiveMetrics {
  constructor(
    @Inject(CONFIG) config: Config,
    metrics: Metrics,
    health: Health,
    state: ArchiveState,
    quarantine: Quarantine,
  ) {
    watchQueues(metrics, state);
    watchIngest(metrics, state);
    watchFiles(metrics, state);
    watchQuarantine(metrics, quarantine);
    watchDependencies(metrics, health);
    watchDisk(metrics, config);
  }
}

function watchQueues(metrics: Metrics, state: ArchiveState): void {
  const jobs = metrics.gauge({
    name: 'queue_jobs',
    help: 'Jobs per queue and state; finished jobs are kept for a week',
    labelNames: ['queue', 'state'],
  });
  const oldest = metrics.gauge({
    name: 'queue_oldest_waiting_seconds',
    help: 'How long the oldest waiting job has waited; 0 when none waits',
    labelNames: ['queue'],
  });
  const paused = metrics.gauge({
    name: 'queue_paused',
    help: '1 while the queue is paused',
    labelNames: ['queue'],
  });
  metrics.watch('the queues', [jobs, oldest, paused], async () => {
    for (const {
      name: queue,
      counts,
      oldest_waiting_seconds: oldestSeconds,
      paused: isPaused,
    } of await state.queues()) {
      for (const [name, count] of Object.entries(counts)) jobs.set({ queue, state: name }, count);
      oldest.set({ queue }, oldestSeconds);
      paused.set({ queue }, Number(isPaused));
    }
  });
}

function watchIngest(metrics: Metrics, state: ArchiveState): void {
  const operations = metrics.gauge({
    name: 'ingest_operations',
    help: 'Imports by status, since the archive was created; previews count only while they wait or run',
    labelNames: ['status'],
  });
  const voyages = metrics.gauge({
    name: 'ingest_voyages',
    help: 'Voyages of completed imports by outcome: create, update, unchanged or conflict',
    labelNames: ['outcome'],
  });
  const stalled = metrics.gauge({
    name: 'ingest_stalled_operations',
    help: 'Running imports without progress for two minutes',
  });
  metrics.watch('the ingests', [operations, voyages, stalled], async () => {
    const measured = await state.ingest();
    for (const [status, count] of Object.entries(measured.operations)) operations.set({ status }, count);
    for (const [outcome, count] of Object.entries(measured.voyages)) voyages.set({ outcome }, count);
    stalled.set(measured.stalled);
  });
}

function watchFiles(metrics: Metrics, state: ArchiveState): void {
  const waiting = metrics.gauge({ name: 'derivative_tasks', help: 'Media files that wait for thumbnails' });
  const derivatives = metrics.gauge({
    name: 'derivatives',
    help: 'Thumbnails and previews by kind and state: ready or failed',
    labelNames: ['kind', 'state'],
  });
  const deletions = metrics.gauge({
    name: 'storage_cleanup_overdue',
    help: 'Orphaned files whose deletion is more than ten minutes overdue',
  });
  metrics.watch('the files', [waiting, derivatives, deletions], async () => {
    const measured = await state.files();
    waiting.set(measured.waiting);
    deletions.set(measured.overdue_deletions);
    for (const { kind, state: derivativeState, count } of measured.previews)
      derivatives.set({ kind, state: derivativeState }, count);
  });
}

function watchQuarantine(metrics: Metrics, quarantine: Quarantine): void {
  const files = metrics.gauge({ name: 'quarantined_files', help: 'Files that crashed the sandbox twice' });
  metrics.watch('the quarantine', [files], async () => files.set(await quarantine.count()));
}

function watchDependencies(metrics: Metrics, health: Health): void {
  const upGauge = metrics.gauge({
    name: 'dependency_up',
    help: '1 while the dependency is available: database, queue, storage',
    labelNames: ['dependency'],
  });
  metrics.watch('the dependencies', [upGauge], async () => {
    const { dependencies } = await health.check();
    for (const [dependency, { status }] of Object.entries(dependencies))
      upGauge.set({ dependency }, Number(status === 'up'));
  });
}

function watchDisk(metrics: Metrics, { dataDirectory: directory, diskReserveBytes: reserveBytes }: Config): void {
  const free = metrics.gauge({
    name: 'data_directory_free_bytes',
    help: 'Free bytes on the disk of DATA_DIR',
  });
  const size = metrics.gauge({ name: 'data_directory_size_bytes', help: 'Size of the disk of DATA_DIR' });
  const reserve = metrics.gauge({
    name: 'data_directory_reserve_bytes',
    help: 'Free bytes below which uploads and imports are rejected',
  });
  metrics.watch('the disk', [free, size, reserve], async () => {
    const disk = await statfs(directory);
    free.set(disk.bavail * disk.bsize);
    size.set(disk.blocks * disk.bsize);
    reserve.set(reserveBytes);
  });
}
