import { PolicyDocument, type PolicySlug } from '@cuida/core/brand/consent/policy.ts'
import { useGathered } from '@cuida/ui/client/reads/use-read.ts'
import { currentLocale } from '@cuida/ui/words/words.ts'
import * as v from 'valibot'
import { fromApi } from '../platform/platform.ts'

const DOCUMENTS = { method: 'GET', path: '/api/policy-documents' }
const Answer = v.object({ data: v.array(v.object({ attributes: PolicyDocument })) })

/** A7.6: the document with this slug, or an error when there is none. */
export function usePolicy(slug: PolicySlug) {
  const locale = currentLocale()
  const ask = async () => {
    const filter = `filters[urlSlug][$eq]=${slug}&populate=*`
    const reply = await fetch(fromApi(`/api/policy-documents?${filter}&locale=${locale}&localeFallback=en`))
    const document = v.parse(Answer, await reply.json()).data[0]
    if (!document) throw new Error(`no document ${slug}`)
    return document.attributes
  }
  return useGathered(DOCUMENTS, { slug, locale }, ask, { staleTime: 300_000 })
}
