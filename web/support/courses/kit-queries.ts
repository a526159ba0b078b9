import { getProgress, type LessonProgress, putProgress } from '@cuida/core/support/courses/course-api.ts'
import { Course } from '@cuida/core/support/help/articles.ts'
import { useLocale } from '@cuida/ui/words/words.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { readContent } from '../../catalogue/content.ts'
import { api } from '../../kit/api.ts'

/** The course that greets a new patient (B2.15). */
export const KIT = 'welcome-kit'
const PROGRESS = ['progress', KIT]

/** undefined when the clinic has none. */
export function useKit() {
  return useQuery({
    queryKey: ['content', useLocale(), 'courses', KIT],
    queryFn: async ({ signal }) =>
      (await readContent('courses', `populate=*&filters[slug][$eq]=${KIT}`, v.array(Course), signal))[0] ?? null,
    staleTime: 60_000,
  })
}

export const useKitProgress = () =>
  useQuery({ queryKey: PROGRESS, queryFn: async () => (await api(getProgress, { slug: KIT })).items })

/** Read to its end, or said to be; a film goes on where it was. */
export const doneWith = (lesson: string, progress: LessonProgress | undefined): LessonProgress => ({
  lesson,
  percent: 100,
  seconds: progress?.seconds ?? 0,
})

/** Kept at the server; what could not be said is said with the next few seconds. */
export function useKeepProgress() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (progress: LessonProgress) => api(putProgress, { slug: KIT, ...progress }),
    onSuccess: (saved) => {
      const others = (known: LessonProgress[] = []) => known.filter(({ lesson }) => lesson !== saved.lesson)
      queries.setQueryData<LessonProgress[]>(PROGRESS, (known) => [...others(known), saved])
    },
  })
}
