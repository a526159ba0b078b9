import { t } from '@cuida/ui/i18n/messages.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { turnQuestionnaireOff } from '../kit/questionnaire-flag.ts'
import { pathOf } from '../routes.ts'

/** Invites a patient who came by a link with `questionnaire=true` to complete their medical history. */
export const HealthQuestionnaire = () => (
  <List>
    <ListRow
      icon="file"
      title={t('catalogue.home.questionnaire')}
      detail={t('catalogue.home.questionnaireText')}
      href={pathOf('ownHistory')}
      onClick={turnQuestionnaireOff}
    />
  </List>
)
