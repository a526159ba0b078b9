import { t } from '@cuida/ui/words/words.ts'
import { useStaff } from '../../kit/session.ts'
import { PhotoChoice } from './PhotoChoice.tsx'

/** Of whoever gives care here, their own; a manager who gives none has no patients who would see it. */
export function OwnPhoto() {
  const { data } = useStaff()
  if (!data?.clinicianId) return null
  const { clinicianId, name, photoUrl } = data
  return <PhotoChoice title={t('desk.photo.mine')} clinicianId={clinicianId} name={name} photo={photoUrl} />
}
