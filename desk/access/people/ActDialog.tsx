import type { Person } from '@cuida/core/access/people/people-api.ts'
import { t } from '@cuida/ui/words/words.ts'
import { ReasonDialog } from '../../kit/place/ReasonDialog.tsx'
import { type Act, useAct } from './queries.ts'

interface ActDialogProps {
  person: Person
  act: Act
  onClose: () => void
}

/** A deed to a person, and why. */
export function ActDialog({ person, act, onClose }: ActDialogProps) {
  const { name } = person
  const perform = useAct({ kind: person.kind, id: person.id })
  return (
    <ReasonDialog
      title={t(`desk.people.ask.${act.name}.title`)}
      text={t(`desk.people.ask.${act.name}.text`, { name })}
      act={t(`desk.people.act.${act.name}`)}
      variant={act.name === 'unblock' ? 'primary' : 'danger'}
      onReason={(reason) => perform.mutateAsync({ act, reason })}
      done={() => t(`desk.people.done.${act.name}`, { name })}
      onClose={onClose}
    />
  )
}
