import { PolicyDocument, type PolicySlug } from '@cuida/core/brand/policy.ts'
import { currentLocale } from '@cuida/ui/words/words.ts'
import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'

const Answer = v.object({ data: v.array(v.object({ attributes: PolicyDocument })) })

/** Spec 1 §7: the document with this slug, or an error when there is none. */
export function usePolicy(slug: PolicySlug) {
  const locale = currentLocale()
  return useQuery({
    queryKey: ['policy', slug, locale],
    staleTime: 300_000,
    queryFn: async () => {
      const reply = await fetch(
        `/api/policy-documents?filters[urlSlug][$eq]=${slug}&populate=*&locale=${locale}&localeFallback=en`,
      )
      const document = v.parse(Answer, await reply.json()).data[0]
      if (!document) throw new Error(`no document ${slug}`)
      return document.attributes
    },
  })
}
