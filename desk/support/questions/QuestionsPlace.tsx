import type { Asked } from '@cuida/core/support/questions/desk-question-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { useTitle } from '@cuida/ui/Screen/document-title.ts'
import { useCallback, useMemo } from 'react'
import { useLocation } from 'wouter'
import { formatWhen } from '../../kit/clinic-time.ts'
import { usePartner } from '../../kit/partner.ts'
import { useListKeys } from '../../kit/place/list-keys.ts'
import { PlaceDetail, PlaceEmpty, PlaceList, PlaceNote, PlaceRow, PlaceRows } from '../../kit/place/Place.tsx'
import { Clock } from './Clock.tsx'
import { QuestionDetail } from './QuestionDetail.tsx'
import { useOpenQuestions } from './queries.ts'

/** Beside the list: the question that the address names. */
export function QuestionsPlace({ chosen }: { chosen: string | undefined }) {
  if (!chosen) return <PlaceEmpty title={t('desk.questions.choose')}>{t('desk.questions.chooseText')}</PlaceEmpty>
  return (
    <PlaceDetail title={t('desk.questions.title')} back={{ to: '/questions', label: t('desk.questions.back') }}>
      <QuestionDetail key={chosen} id={chosen} />
    </PlaceDetail>
  )
}

/** Open questions of my topics, the most urgent first; J and K move through them. */
export function QuestionsList({ chosen }: { chosen: string | undefined }) {
  const partner = usePartner()
  const title = t('desk.questions.title')
  useTitle([title, partner?.partnerName].filter(Boolean).join(' · '))
  const open = useOpenQuestions()
  const go = useLocation()[1]
  const items = open.data?.items
  const ids = useMemo(() => items?.map(({ id }) => id) ?? [], [items])
  useListKeys(
    ids,
    chosen,
    useCallback((id: string) => go(`/questions/${id}`), [go]),
  )
  return (
    <PlaceList title={title}>
      <QueryBoundary query={open} lines={6} empty={<PlaceNote>{t('desk.questions.none')}</PlaceNote>}>
        {({ items }) => (
          <PlaceRows>
            {items.map((question) => (
              <Row key={question.id} question={question} isChosen={question.id === chosen} />
            ))}
          </PlaceRows>
        )}
      </QueryBoundary>
    </PlaceList>
  )
}

function Row({ question: { id, topic, askedAt, dueAt, patient }, isChosen }: { question: Asked; isChosen: boolean }) {
  return (
    <PlaceRow
      href={`/questions/${id}`}
      isChosen={isChosen}
      name={`${patient.firstName} ${patient.lastName}`}
      facts={[t('desk.patient.age', { age: patient.age }), t(`support.topic.${topic}`), formatWhen(askedAt)].join(
        ' · ',
      )}
    >
      <Clock dueAt={dueAt} />
    </PlaceRow>
  )
}
