import { PolicyDocument, type PolicySlug } from '@cuida/core/brand/consent/policy.ts'
import { currentLocale } from '@cuida/ui/words/words.ts'
import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { fromApi } from '../platform/platform.ts'

const Answer = v.object({ data: v.array(v.object({ attributes: PolicyDocument })) })

/** A7.6: the document with this slug, or an error when there is none. */
export function usePolicy(slug: PolicySlug) {
  const locale = currentLocale()
  return useQuery({
    queryKey: ['policy', slug, locale],
    staleTime: 300_000,
    queryFn: async () => {
      const filter = `filters[urlSlug][$eq]=${slug}&populate=*`
      const reply = await fetch(fromApi(`/api/policy-documents?${filter}&locale=${locale}&localeFallback=en`))
      const document = v.parse(Answer, await reply.json()).data[0]
      if (!document) throw new Error(`no document ${slug}`)
      return document.attributes
    },
  })
}
