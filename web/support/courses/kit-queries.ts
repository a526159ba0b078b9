import { getProgress, type LessonProgress, putProgress } from '@cuida/core/support/courses/course-api.ts'
import { Course } from '@cuida/core/support/help/articles.ts'
import { useCombinedQuery } from '@cuida/ui/client/queries/use-query.ts'
import { useLocale } from '@cuida/ui/i18n/messages.ts'
import * as v from 'valibot'
import { content, readContent } from '../../catalogue/content.ts'
import { api } from '../../kit/api.ts'
import { useMutation } from '../../kit/mutations.ts'
import { useQuery } from '../../kit/queries.ts'

/** The course for new patients (B2.15). */
export const WELCOME_KIT_SLUG = 'welcome-kit'

/** undefined when the clinic has none. */
export const useWelcomeKit = () =>
  useCombinedQuery(
    content('courses'),
    useLocale(),
    async ({ signal }) =>
      (await readContent('courses', `populate=*&filters[slug][$eq]=${WELCOME_KIT_SLUG}`, v.array(Course), signal))[0] ??
      null,
    { staleTime: 60_000 },
  )

export const useKitProgress = () => useQuery(getProgress, { slug: WELCOME_KIT_SLUG }, { select: ({ items }) => items })

/** A finished lesson; a video keeps its position. */
export const completeLesson = (lesson: string, progress: LessonProgress | undefined): LessonProgress => ({
  lesson,
  percent: 100,
  seconds: progress?.seconds ?? 0,
})

/** Saves progress on the server; a failed update is covered by the next one, seconds later. */
export const useKeepProgress = () =>
  useMutation((progress: LessonProgress) => api(putProgress, { slug: WELCOME_KIT_SLUG, ...progress }), {
    keep: (saved, keeper) =>
      keeper(getProgress, { slug: WELCOME_KIT_SLUG }, (known) => {
        const others = known?.items.filter(({ lesson }) => lesson !== saved.lesson) ?? []
        return { items: [...others, saved] }
      }),
  })
