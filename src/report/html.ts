/** Text that is HTML already. Only `html`, `json` and `trusted` make it. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** What may stand in a template; `undefined` and `false` leave nothing. */
export type Part = Html | string | number | undefined | false | readonly Part[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}

function render(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.toString();
  if (Array.isArray(part)) return part.map(render).join('');
  return escaped(String(part));
}

/** HTML in which every value is escaped, unless it is HTML itself. Attributes must be quoted. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(render)));
}

/** A value as JSON that no parser of HTML can take for the end of its `<script>` element. */
export function json(value: unknown): Html {
  return new Html(JSON.stringify(value).replaceAll('<', '\\u003c'));
}

/** Our own style sheets and scripts; never anything that came from data. */
export function trusted(text: string): Html {
  return new Html(text);
}
