import { SEEN_PERCENT } from '@cuida/core/kit/assumptions.ts'
import type { LessonProgress } from '@cuida/core/support/courses/course-api.ts'
import type { Course } from '@cuida/core/support/help/articles.ts'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { together } from '@cuida/ui/Loaded/together.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { pathOf } from '../../routes.ts'
import { KitLesson } from './KitLesson.tsx'
import { useKit, useKitProgress } from './kit-queries.ts'
import css from './WelcomeKit.module.css'

/** B2.15: short films and reads to begin with, and how far one has come. */
export function WelcomeKitScreen() {
  const kit = useKit()
  const progress = useKitProgress()
  return (
    <Screen title={kit.data?.title ?? t('support.kit.title')} lead={kit.data?.summary}>
      <Loaded of={together(kit, progress)} lines={6}>
        {() => null}
      </Loaded>
      {kit.data === null && (
        <EmptyState
          title={t('support.kit.none')}
          action={<LinkButton href={pathOf('support')}>{t('support.title')}</LinkButton>}
        />
      )}
      {kit.data && progress.data && <Lessons course={kit.data} progress={progress.data} />}
    </Screen>
  )
}

function Lessons({ course: { lessons }, progress }: { course: Course; progress: LessonProgress[] }) {
  const percentOf = (key: string) => progress.find(({ lesson }) => lesson === key)?.percent ?? 0
  const isSeen = (key: string) => percentOf(key) >= SEEN_PERCENT
  const seen = lessons.filter(({ key }) => isSeen(key)).length
  // The first that is left to see, as the screen opens; not another one the moment that it is finished.
  const [first] = useState(() => lessons.find(({ key }) => !isSeen(key))?.key)
  const words = t('support.kit.seen', { seen, all: lessons.length })
  return (
    <>
      <div className={css.progress}>
        <p role="status">{words}</p>
        <progress aria-label={words} value={seen} max={lessons.length} />
      </div>
      <ol className={css.lessons}>
        {lessons.map((lesson) => (
          <li key={lesson.key}>
            <KitLesson
              lesson={lesson}
              opens={lesson.key === first}
              progress={progress.find(({ lesson: key }) => key === lesson.key)}
            />
          </li>
        ))}
      </ol>
    </>
  )
}
