import type { Sku } from './sku.ts';

/** A row made by hand; a test changes what it is about. */
export function exampleSku(changes: Partial<Sku> = {}): Sku {
  return {
    id: '1',
    title: 'desk lamp',
    subtitle: null,
    description: 'A lamp.',
    image: '/images/sku/1.webp',
    price: '120.00',
    salePrice: '59.90',
    stock: 100,
    limitPerBuyer: 1,
    saleStart: '2026-11-01 08:00:00',
    saleEnd: '2026-11-02 00:00:00',
    ...changes,
  };
}

/** Texts that broke other shops. */
export const awkwardTexts = [
  '',
  '__nil__',
  '"__nil__"',
  'null',
  'true',
  '0123',
  '1e5',
  '9007199254740993',
  'trailing space ',
  'O\'Hara \\ "quoted" -- ; `x` ? %s',
  'line\nfeed\ttab\0nul\x1a',
  '保温杯 🔥 𠀀𪚥',
  'e\u0301 \u202eright to left\u202c שלום',
  '😀'.repeat(255),
];
