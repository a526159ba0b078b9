import { useGathered } from '@cuida/ui/client/reads/use-read.ts'
import { useLocale } from '@cuida/ui/words/words.ts'
import * as v from 'valibot'
import { content, readContent } from '../catalogue/content.ts'

/** How much there is to learn from: webinars, and the course that greets a new patient. */
export const useLearning = () =>
  useGathered(
    content('learning'),
    useLocale(),
    async ({ signal }) => {
      const query = 'pagination[page]=1&pagination[pageSize]=100'
      const [webinars, kits] = await Promise.all([
        readContent('webinars', query, v.array(Named), signal),
        readContent('courses', `${query}&filters[slug][$eq]=welcome-kit`, v.array(Named), signal),
      ])
      return { webinars: webinars.length, kits: kits.length }
    },
    { staleTime: 60_000 },
  )
const Named = v.object({ slug: v.string() })
