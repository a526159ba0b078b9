import { Avatar } from '@cuida/ui/Avatar/Avatar.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { pathOf } from '../../routes.ts'

interface ProfessionalProps {
  clinician: { id: string; name: string; specialty: string; photoUrl: string | null }
}

/** A clinician's photo, name and specialty, with a link to the profile. */
export const Professional = ({ clinician: { id, name, specialty, photoUrl } }: ProfessionalProps) => (
  <List label={t('catalogue.clinician.title')}>
    <ListRow
      href={pathOf('clinicianProfile', { id })}
      media={<Avatar name={name} photo={photoUrl} size={64} />}
      title={name}
      detail={specialty}
    />
  </List>
)
