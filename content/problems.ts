import type * as v from 'valibot'

/**
 * The content service is unreachable or returns invalid content, and there is no last good content. Answers 503 like
 * other providers.
 */
export class ContentUnavailableError extends Error {
  override readonly name = 'ProviderDown'
}

/** An invalid bundle; each line names the file and the field. */
export class InvalidBundleError extends Error {
  override readonly name = 'InvalidBundleError'
  readonly problems: readonly string[]
  constructor(bundle: string, problems: readonly string[]) {
    super(`The bundle ${bundle} cannot be used:\n${problems.map((line) => `  ${line}`).join('\n')}`)
    this.problems = problems
  }
}

/** A readable line: `faqs.json: faqs[3].answer.en is missing`. */
export function problemLine(file: string, issue: v.BaseIssue<unknown>): string {
  const path = pathOf(file, issue)
  return `${file}: ${path}${path ? ' ' : ''}${describeIssue(issue)}`
}

/** A list at the top of a file is named after the file. */
function pathOf(file: string, { path }: v.BaseIssue<unknown>): string {
  const keys = path?.map(({ key }) => key) ?? []
  const root = typeof keys[0] === 'number' ? file.replace(/\.json$/, '') : ''
  return keys.reduce<string>((line, key) => {
    if (typeof key === 'number') return `${line}[${key}]`
    return line ? `${line}.${String(key)}` : String(key)
  }, root)
}

function describeIssue({ type, expected, received, requirement, message }: v.BaseIssue<unknown>): string {
  if (type === 'check' || type === 'raw_check') return message
  if (type === 'strict_object' && expected === 'never') return 'is not a known field'
  if (received === 'undefined') return 'is missing'
  const expectation = WANTED[type]?.(requirement) ?? expected?.replaceAll(/[()]/g, '').replaceAll(' | ', ' or ') ?? type
  return `must be ${expectation}, not ${received}`
}

const WANTED: Partial<Record<string, (requirement: unknown) => string>> = {
  integer: () => 'a whole number',
  number: () => 'a number',
  string: () => 'a text',
  boolean: () => 'true or false',
  array: () => 'a list',
  min_value: (least) => `${least} or more`,
  max_value: (most) => `${most} or less`,
  gt_value: (limit) => `more than ${limit}`,
  length: (count) => `a list of exactly ${count}`,
  min_length: (least) => `at least ${least} long`,
  max_length: (most) => `at most ${most} long`,
  non_empty: () => 'filled in',
  hex_color: () => 'a colour such as #0f5b50',
  url: () => 'an address that begins with https://',
  uuid: () => 'a UUID',
  iso_date: () => 'a day such as 2026-11-01',
  iso_timestamp: () => 'a moment such as 2026-11-01T09:00:00Z',
  regex: (pattern) => `written like ${pattern}`,
}
