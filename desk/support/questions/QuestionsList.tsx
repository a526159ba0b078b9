import type { Asked } from '@cuida/core/support/questions/desk-question-api.ts'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { useTitle } from '@cuida/ui/Screen/document-title.ts'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useCallback, useMemo } from 'react'
import { useLocation } from 'wouter'
import { usePartner } from '../../kit/partner.ts'
import { useMoveKeys } from '../../kit/place/move-keys.ts'
import { PlaceList, PlaceNote, PlaceRow, PlaceRows } from '../../kit/place/Place.tsx'
import { whenWords } from '../../kit/times.ts'
import { Clock } from './Clock.tsx'
import { useOpenQuestions } from './queries.ts'

/** Open questions of my topics, the most urgent first; J and K move through them. */
export function QuestionsList({ chosen }: { chosen: string | undefined }) {
  const partner = usePartner()
  const title = t('desk.questions.title')
  useTitle([title, partner?.partnerName].filter(Boolean).join(' · '))
  const { data, isError, isFetching, isPending, refetch, error } = useOpenQuestions()
  const [, go] = useLocation()
  const items = data?.items
  const ids = useMemo(() => items?.map(({ id }) => id) ?? [], [items])
  useMoveKeys(
    ids,
    chosen,
    useCallback((id: string) => go(`/questions/${id}`), [go]),
  )
  return (
    <PlaceList title={title}>
      {isError && !items && <ErrorState failure={error} busy={isFetching} onAction={() => void refetch()} />}
      {isPending && <Skeleton lines={6} />}
      {items?.length === 0 && <PlaceNote>{t('desk.questions.none')}</PlaceNote>}
      <PlaceRows>
        {items?.map((question) => (
          <Row key={question.id} question={question} isChosen={question.id === chosen} />
        ))}
      </PlaceRows>
    </PlaceList>
  )
}

function Row({ question: { id, topic, askedAt, dueAt }, isChosen }: { question: Asked; isChosen: boolean }) {
  return (
    <PlaceRow
      href={`/questions/${id}`}
      isChosen={isChosen}
      name={t(`support.topic.${topic}`)}
      facts={whenWords(askedAt)}
    >
      <Clock dueAt={dueAt} />
    </PlaceRow>
  )
}
