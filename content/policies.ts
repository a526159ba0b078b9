import { POLICY_SLUGS, type PolicySlug } from '@cuida/core/brand/consent/policy.ts'
import type { BundleFiles } from './bundle-files.ts'
import { Texts } from './schema/text.ts'

/** A policy document in one language, as its Markdown file has it. */
interface PolicyText {
  title: string
  updatedOn: string
  section: { id: string; title: string; content: string }[]
}
export interface Policy {
  id: number
  urlSlug: PolicySlug
  title: Texts
  updatedOn: string
  section: { id: string; title: Texts; content: Texts }[]
}

/** The five documents of a bundle, in every language. */
export async function readPolicies(files: BundleFiles, languages: readonly string[]): Promise<Policy[]> {
  const policies = await Promise.all(POLICY_SLUGS.map((slug, index) => readPolicy(files, slug, index + 1, languages)))
  return policies.filter((policy) => policy !== undefined)
}

async function readPolicy(files: BundleFiles, slug: PolicySlug, id: number, languages: readonly string[]) {
  const texts: Record<string, PolicyText> = {}
  for (const language of languages) {
    const file = `policies/${slug}.${language}.md`
    const markdown = await files.text(file)
    if (markdown === undefined) continue
    const text = readPolicyText(markdown)
    if (typeof text === 'string') files.problems.push(`${file} ${text}`)
    else texts[language] = text
  }
  if (Object.keys(texts).length < languages.length) return undefined
  const policy = joinPolicy(id, slug, texts)
  if (typeof policy !== 'string') return policy
  files.problems.push(`policies/${slug} ${policy}`)
  return undefined
}

const SECTION = /^## (?<title>.+?) \{#(?<id>[a-z0-9-]+)\}$/

/**
 * Parses `# Title`, `Updated: 2026-11-01` and the sections `## Title {#id}`; returns the text, or a problem as a
 * string.
 */
function readPolicyText(markdown: string): PolicyText | string {
  const [head = '', ...sections] = markdown.replaceAll('\r\n', '\n').split(/^(?=## )/m)
  const title = /^# (.+)$/m.exec(head)?.[1]?.trim()
  const updatedOn = /^Updated: (\d{4}-\d{2}-\d{2})$/m.exec(head)?.[1]
  if (!title) return 'must begin with a line `# Title`'
  if (!updatedOn) return 'must have a line such as `Updated: 2026-11-01` under its title'
  if (sections.length === 0) return 'must have sections that begin with `## Title {#id}`'
  const section: PolicyText['section'] = []
  for (const part of sections) {
    const [heading = '', ...lines] = part.split('\n')
    const { title: name = '', id = '' } = SECTION.exec(heading.trim())?.groups ?? {}
    if (!id) return `has a heading without an id: \`${heading.trim()}\` should end in {#id}`
    const content = lines.join('\n').trim()
    if (!content) return `has nothing in its section {#${id}}`
    section.push({ id, title: name, content })
  }
  return { title, updatedOn, section }
}

/** Merges the languages of one document; returns a problem as a string when they do not match. */
function joinPolicy(id: number, urlSlug: PolicySlug, texts: Record<string, PolicyText>): Policy | string {
  const [[language = '', first] = [], ...others] = Object.entries(texts)
  if (!first) return 'has no text'
  const ids = first.section.map((section) => section.id).join(', ')
  for (const [other, text] of others) {
    const otherIds = text.section.map((section) => section.id).join(', ')
    if (otherIds !== ids) return `has other sections in ${other} (${otherIds}) than in ${language} (${ids})`
    if (text.updatedOn !== first.updatedOn) return `has another date in ${other} than in ${language}`
  }
  const each = (pick: (text: PolicyText) => string | undefined): Texts =>
    new Texts(Object.fromEntries(Object.entries(texts).map(([tag, text]) => [tag, pick(text) ?? ''])))
  return {
    id,
    urlSlug,
    title: each((text) => text.title),
    updatedOn: first.updatedOn,
    section: first.section.map((section, index) => ({
      id: section.id,
      title: each((text) => text.section[index]?.title),
      content: each((text) => text.section[index]?.content),
    })),
  }
}
