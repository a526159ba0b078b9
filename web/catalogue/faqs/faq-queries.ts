import { Faq } from '@cuida/core/catalogue/faq.ts'
import { useGathered } from '@cuida/ui/client/reads/use-read.ts'
import { useLocale } from '@cuida/ui/words/words.ts'
import * as v from 'valibot'
import { content, readContent } from '../content.ts'

/** The questions that the clinic answers in writing, in its order. */
export const useFaqs = () =>
  useGathered(
    content('faqs'),
    useLocale(),
    ({ signal }) => {
      const query = 'pagination[page]=1&pagination[pageSize]=100&sort=order:asc'
      return readContent('faqs', query, v.array(Faq), signal)
    },
    { staleTime: 60_000 },
  )
