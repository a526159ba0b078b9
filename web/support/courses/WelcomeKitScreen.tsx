import { WATCHED_PERCENT } from '@cuida/core/kit/assumptions.ts'
import type { LessonProgress } from '@cuida/core/support/courses/course-api.ts'
import type { Course, Lesson } from '@cuida/core/support/help/articles.ts'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { VideoDrawing } from '@cuida/ui/EmptyState/drawings.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { formatMinutes } from '@cuida/ui/i18n/format.ts'
import { t, useLocale } from '@cuida/ui/i18n/messages.ts'
import { combineQueries } from '@cuida/ui/QueryBoundary/combine-queries.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { VideoPlayer } from '@cuida/ui/VideoPlayer/VideoPlayer.tsx'
import { useState } from 'react'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { Prose } from '../../kit/frame/Prose.tsx'
import { pathOf } from '../../routes.ts'
import { fileOf } from '../webinars/WebinarPicture.tsx'
import { completeLesson, useKeepProgress, useKitProgress, useWelcomeKit } from './kit-queries.ts'
import css from './WelcomeKit.module.css'

/** B2.15: short videos and texts for new patients, with progress. */
export function WelcomeKitScreen() {
  const kit = useWelcomeKit()
  const progress = useKitProgress()
  return (
    <Screen title={kit.data?.title ?? t('support.kit.title')} lead={kit.data?.summary}>
      <QueryBoundary query={combineQueries(kit, progress)} lines={6}>
        {() => null}
      </QueryBoundary>
      {kit.data === null && (
        <EmptyState
          drawing={<VideoDrawing />}
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
  const isSeen = (key: string) => percentOf(key) >= WATCHED_PERCENT
  const seenCount = lessons.filter(({ key }) => isSeen(key)).length
  // The first unfinished lesson when the screen opens; it does not change when that lesson is finished.
  const [first] = useState(() => lessons.find(({ key }) => !isSeen(key))?.key)
  const text = t('support.kit.seen', { seen: seenCount, all: lessons.length })
  return (
    <>
      <div className={css.progress}>
        <p role="status">{text}</p>
        <progress aria-label={text} value={seenCount} max={lessons.length} />
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

interface KitLessonProps {
  lesson: Lesson
  progress: LessonProgress | undefined
  /** Expanded when the screen opens. */
  opens: boolean
}

/** One lesson: a video if there is one, its text, and completion. */
function KitLesson({ lesson, progress, opens }: KitLessonProps) {
  const { key, title, minutes, content } = lesson
  const saveProgress = useKeepProgress()
  const [wasOpen] = useState(opens)
  const percent = progress?.percent ?? 0
  const isSeen = percent >= WATCHED_PERCENT
  return (
    <details className={css.lesson} name="lesson" open={wasOpen}>
      <summary>
        <span className={css.title}>{title}</span>
        <span className={css.state}>
          {isSeen ? (
            <StatusChip tone="success" icon="check">
              {t('support.kit.done')}
            </StatusChip>
          ) : (
            <span className={css.minutes}>
              {percent > 0 ? t('support.kit.percent', { percent }) : formatMinutes(minutes)}
            </span>
          )}
        </span>
      </summary>
      <div className={css.body}>
        <LessonVideo
          lesson={lesson}
          from={progress?.seconds ?? 0}
          onSeen={(seen) => saveProgress.mutate({ lesson: key, ...seen })}
        />
        <Prose markdown={content} />
        {!isSeen && (
          <>
            <FailureAlert failure={saveProgress.error} />
            <Button
              icon="check"
              busy={saveProgress.isPending}
              onClick={() => saveProgress.mutate(completeLesson(key, progress))}
            >
              {t('support.kit.mark')}
            </Button>
          </>
        )}
      </div>
    </details>
  )
}

function LessonVideo({
  lesson: { title, videoUrl, posterUrl, captionsUrl },
  from,
  onSeen,
}: {
  lesson: Lesson
  from: number
  onSeen: (progress: { seconds: number; percent: number }) => void
}) {
  const language = useLocale()
  // The position when the screen opened: later progress updates must not move the video.
  const [start] = useState(from)
  // A video without captions is not shown; the text below has the same content.
  if (!videoUrl?.startsWith('/') || !captionsUrl) return null
  return (
    <VideoPlayer
      title={title}
      src={fileOf(videoUrl)}
      poster={posterUrl ? fileOf(posterUrl) : undefined}
      captions={fileOf(captionsUrl)}
      language={language}
      from={start}
      onSeen={onSeen}
    />
  )
}
