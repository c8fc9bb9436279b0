import { type Random, random } from '../workload/random.ts';
import type { Sku } from './sku.ts';

/** Ids are made a block at a time: block b holds the ids b * 1000 … b * 1000 + 999. */
export const blockSize = 1000;

/**
 * The rows of the seed for `ids`, in their order; cheapest where neighbours stand together. The row
 * of an id depends on the seed and the id alone, not on population, order, locale or time zone.
 */
export function* generateSkus(
  seed: string,
  ids: Iterable<number>,
): Generator<Sku, void, undefined> {
  let block = -1;
  let rows: readonly Sku[] = [];
  for (const id of ids) {
    if (Math.floor(id / blockSize) !== block) {
      block = Math.floor(id / blockSize);
      rows = makeBlock(seed, block);
    }
    yield rows[id % blockSize]!;
  }
}

function makeBlock(seed: string, block: number): Sku[] {
  const chance = random(seed, 'sku', String(block));
  return Array.from({ length: blockSize }, (_, index) =>
    makeSku(block * blockSize + index, chance),
  );
}

const brands = ['Lumen', '山岚', "O'Hara", 'Kestrel', '青禾', 'Ångström', 'Nordlys', '竹溪'];
const products = [
  '保温杯',
  'USB-C hub',
  '羽绒服',
  'desk lamp',
  '机械键盘',
  'trail shoes',
  '龙井茶',
];
const extras = ['500 ml', '限量版', '2-pack', '旗舰款', 'matte black', '新品'];
const marks = ['🔥', '🎁', '⚡', '🧧'];
const details = [
  'Ships within a day from the nearest store and can be sent back for thirty days.',
  '限时秒杀，每个账号限购，售完即止，下单后十五分钟内未付款将自动取消订单。',
  'Two years of warranty; spare parts are kept in stock for at least five more.',
];

function makeSku(id: number, chance: Random): Sku {
  const pick = (words: readonly string[]) => words[chance.below(words.length)]!;
  const model = chance
    .below(36 ** 5)
    .toString(36)
    .toUpperCase()
    .padStart(5, '0');
  const mark = chance.below(10) === 0 ? ` ${pick(marks)}` : '';
  const cents = 1000 + chance.below(500_000);
  const day = 1 + chance.below(24);
  return {
    id: String(id),
    title: `${pick(brands)} ${pick(products)} ${model} ${pick(extras)}${mark}`,
    subtitle: chance.below(4) === 0 ? null : `${pick(extras)} · ${pick(brands)} ${pick(products)}`,
    description: pick(details),
    image: `/images/sku/${Math.floor(id / blockSize)}/${id}-${model.toLowerCase()}.webp`,
    price: money(cents),
    salePrice: money(Math.floor((cents * (50 + chance.below(45))) / 100)),
    stock: chance.below(5000),
    limitPerBuyer: 1 + chance.below(5),
    saleStart: novemberTime(day, chance.below(24)),
    saleEnd: novemberTime(day + 1 + chance.below(5), chance.below(24)),
  };
}

function money(cents: number): string {
  return `${Math.floor(cents / 100)}.${twoDigits(cents % 100)}`;
}

/** Text put together by hand: a `Date` would bring the machine's time zone in. */
function novemberTime(day: number, hour: number): string {
  return `2026-11-${twoDigits(day)} ${twoDigits(hour)}:00:00`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
