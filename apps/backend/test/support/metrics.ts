import type { TestApi } from './api.ts';

export interface Figure {
  labels: Record<string, string>;
  value: number;
}

export async function readMetrics(api: Pick<TestApi, 'visitor'>): Promise<string> {
  const response = await api.visitor().get('/metrics');
  if (!response.ok) throw new Error(`Metrics request failed with status ${response.status}`);
  return response.text();
}

/** All values of a metric in Prometheus text format. */
export function figures(text: string, name: string): Figure[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
    .map((line) => ({
      labels: Object.fromEntries([...line.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value])),
      value: Number(line.slice(line.lastIndexOf(' ') + 1)),
    }));
}

/** The first value of a metric with these labels. */
export function figure(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  return figures(text, name).find((figure) =>
    Object.entries(labels).every(([key, value]) => figure.labels[key] === value),
  )?.value;
}
