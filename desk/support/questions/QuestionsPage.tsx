import type { ListedQuestion } from '@cuida/core/support/questions/desk-question-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { useTitle } from '@cuida/ui/Screen/document-title.ts'
import { useCallback, useMemo } from 'react'
import { useLocation } from 'wouter'
import { formatWhen } from '../../kit/clinic-time.ts'
import { useListKeys } from '../../kit/page/list-keys.ts'
import { PageDetail, PageEmpty, PageList, PageNote, PageRow, PageRows } from '../../kit/page/PageList.tsx'
import { usePartner } from '../../kit/partner.ts'
import { Clock } from './Clock.tsx'
import { QuestionDetail } from './QuestionDetail.tsx'
import { useOpenQuestions } from './queries.ts'

/** Beside the list: the question that the address names. */
export function QuestionsPage({ selectedId }: { selectedId: string | undefined }) {
  if (!selectedId) return <PageEmpty title={t('desk.questions.choose')}>{t('desk.questions.chooseText')}</PageEmpty>
  return (
    <PageDetail title={t('desk.questions.title')} back={{ to: '/questions', label: t('desk.questions.back') }}>
      <QuestionDetail key={selectedId} id={selectedId} />
    </PageDetail>
  )
}

/** Open questions of my topics, the most urgent first; J and K move through them. */
export function QuestionsList({ selectedId }: { selectedId: string | undefined }) {
  const partner = usePartner()
  const title = t('desk.questions.title')
  useTitle([title, partner?.partnerName].filter(Boolean).join(' · '))
  const open = useOpenQuestions()
  const go = useLocation()[1]
  const items = open.data?.items
  const ids = useMemo(() => items?.map(({ id }) => id) ?? [], [items])
  useListKeys(
    ids,
    selectedId,
    useCallback((id: string) => go(`/questions/${id}`), [go]),
  )
  return (
    <PageList title={title}>
      <QueryBoundary query={open} lines={6} empty={<PageNote>{t('desk.questions.none')}</PageNote>}>
        {({ items }) => (
          <PageRows>
            {items.map((question) => (
              <Row key={question.id} question={question} isChosen={question.id === selectedId} />
            ))}
          </PageRows>
        )}
      </QueryBoundary>
    </PageList>
  )
}

function Row({
  question: { id, topic, askedAt, dueAt, patient },
  isChosen,
}: {
  question: ListedQuestion
  isChosen: boolean
}) {
  return (
    <PageRow
      href={`/questions/${id}`}
      isChosen={isChosen}
      name={`${patient.firstName} ${patient.lastName}`}
      facts={[t('desk.patient.age', { age: patient.age }), t(`support.topic.${topic}`), formatWhen(askedAt)].join(
        ' · ',
      )}
    >
      <Clock dueAt={dueAt} />
    </PageRow>
  )
}
