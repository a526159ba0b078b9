import { Faq } from '@cuida/core/support/help/articles.ts'
import { useLocale } from '@cuida/ui/words/words.ts'
import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { readContent } from '../catalogue/content.ts'

/** The questions that the clinic answers in writing, in its order. */
export function useFaqs() {
  return useQuery({
    queryKey: ['content', useLocale(), 'faqs'],
    queryFn: ({ signal }) => {
      const query = 'pagination[page]=1&pagination[pageSize]=100&sort=order:asc'
      return readContent('faqs', query, v.array(Faq), signal)
    },
    staleTime: 60_000,
  })
}

/** How much there is to learn from: webinars, and the course that greets a new patient. */
export function useLearning() {
  return useQuery({
    queryKey: ['content', useLocale(), 'learning'],
    queryFn: async ({ signal }) => {
      const query = 'pagination[page]=1&pagination[pageSize]=100'
      const [webinars, kits] = await Promise.all([
        readContent('webinars', query, v.array(Named), signal),
        readContent('courses', `${query}&filters[slug][$eq]=welcome-kit`, v.array(Named), signal),
      ])
      return { webinars: webinars.length, kits: kits.length }
    },
    staleTime: 60_000,
  })
}
const Named = v.object({ slug: v.string() })
