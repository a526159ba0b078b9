import type { AbsenceAppointment } from '@cuida/core/care/absence/absence-api.ts'
import type { ReassignmentProblem } from '@cuida/core/care/reassignment/reassignment-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { nameOf } from './AbsenceAppointmentsPane.tsx'

export interface Problem {
  hour: AbsenceAppointment
  problem: ReassignmentProblem
}

export const problemsIn = (
  hours: readonly AbsenceAppointment[],
  results: readonly { id: string; problem: ReassignmentProblem | null }[],
): Problem[] =>
  results.flatMap(({ id, problem }) => {
    const hour = hours.find((one) => one.id === id)
    return problem && hour ? [{ hour, problem }] : []
  })

/** The patients whose resolution could not be applied, with the reason. */
export function Problems({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null
  return (
    <Alert tone="warning" title={t('desk.absence.problems', { count: problems.length })}>
      <ul>
        {problems.map(({ hour, problem }) => (
          <li key={hour.id}>
            {nameOf(hour)}: {t(`desk.reassignment.problem.${problem}`)}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
