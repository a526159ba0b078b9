import { POLICY_SLUGS, type PolicySlug } from '@cuida/core/brand/consent/policy.ts'
import type { PackFiles } from './pack-files.ts'
import { joinPolicy, type Policy, type PolicyText, readPolicyText } from './policy-file.ts'

export type { Policy }

/** The five documents of a pack, each in every language. */
export async function readPolicies(files: PackFiles, languages: readonly string[]): Promise<Policy[]> {
  const policies = await Promise.all(POLICY_SLUGS.map((slug, index) => readPolicy(files, slug, index + 1, languages)))
  return policies.filter((policy) => policy !== undefined)
}

async function readPolicy(files: PackFiles, slug: PolicySlug, id: number, languages: readonly string[]) {
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
