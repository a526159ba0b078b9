import type { PatientTask } from '@cuida/core/care/patient-tasks/patient-task-api.ts'
import { Section } from '@cuida/ui/Card/Card.tsx'
import type { IconName } from '@cuida/ui/Icon/Icon.tsx'
import { capitalize, formatRelativeMoment } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { usePartner } from '../../kit/content/partner.tsx'
import { useFamilyMembers } from '../../kit/family.ts'
import { withArticle } from '../../kit/navigation/with-article.ts'
import { pathOf } from '../../routes.ts'
import { usePatientTasks } from './patient-task-queries.ts'

const ICON: Record<PatientTask['kind'], IconName> = {
  'unpaid-order': 'card',
  'missing-document': 'user',
  'missing-summary': 'pencil',
  'missing-address': 'home',
  'unread-notes': 'file',
  'unread-answer': 'mail',
}

/** What waits for the patient, each row leading to where it is done. Nothing when nothing waits. */
export function PatientTasks({ patientId }: { patientId: string | undefined }) {
  const { data } = usePatientTasks()
  const { timeZone } = usePartner()
  const isFamily = useFamilyMembers().length > 1
  const tasks = data?.items.filter(({ patient }) => !patientId || patient.id === patientId) ?? []
  if (tasks.length === 0) return null
  return (
    <Section title={t('catalogue.tasks.title')}>
      <List label={t('catalogue.tasks.title')}>
        {tasks.map((task) => (
          <ListRow
            key={keyOf(task)}
            icon={ICON[task.kind]}
            href={hrefOf(task)}
            title={titleOf(task)}
            detail={[
              task.kind === 'missing-summary' && capitalize(formatRelativeMoment(task.startTime, timeZone)),
              task.kind !== 'unread-answer' && task.productName,
              isFamily && !patientId && t('catalogue.tasks.for', { name: task.patient.firstName }),
            ]
              .filter(Boolean)
              .join(' · ')}
          />
        ))}
      </List>
    </Section>
  )
}

const titleOf = (task: PatientTask): string =>
  task.kind === 'missing-summary'
    ? t('catalogue.tasks.missing-summary', { name: withArticle(task.clinicianName) })
    : t(`catalogue.tasks.${task.kind}`)

function keyOf(task: PatientTask): string {
  if (task.kind === 'unpaid-order') return task.orderId
  if (task.kind === 'missing-document' || task.kind === 'missing-address') return task.kind
  return task.kind === 'unread-answer' ? task.questionId : task.consultationId
}

function hrefOf(task: PatientTask): string {
  if (task.kind === 'unpaid-order') return pathOf('order', { id: task.orderId })
  if (task.kind === 'missing-document') return pathOf('account', undefined, { add: 'document' })
  if (task.kind === 'missing-address') return pathOf('address', { kind: 'billing' })
  if (task.kind === 'missing-summary') return pathOf('consultation', { id: task.consultationId }, { ask: 'summary' })
  return task.kind === 'unread-notes' ? pathOf('consultation', { id: task.consultationId }) : pathOf('questionsInbox')
}
