// The language of the dashboard, which a user chooses.
import { useQueryClient } from '@tanstack/react-query';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES } from '../../../languages/language.ts';
import { useServices } from '../api/context.tsx';
import { chooseLanguage, PROFILE_KEY, type Profile } from '../api/profile.ts';
import { useChoice } from '../api/use-choice.ts';
import { Card } from '../components/card.tsx';
import { FieldError, SelectField } from '../components/field.tsx';
import { followChoice } from '../language/readers-language.ts';
import { t } from '../language/t.ts';

export function LanguageCard({ language }: Pick<Profile, 'language'>) {
  const { api } = useServices();
  const queries = useQueryClient();
  const choice = useChoice(
    (chosen: Profile['language']) => chooseLanguage(api, chosen),
    (profile) => {
      followChoice(profile.language);
      return queries.invalidateQueries({ queryKey: PROFILE_KEY });
    },
  );
  return (
    <Card title={t('profile.language')} hint={t('profile.languageHint')}>
      <SelectField
        label={t('profile.language')}
        value={(choice.saving ? choice.saving.value : language) ?? ''}
        disabled={choice.saving !== undefined}
        onChange={({ target }) => choice.choose(isLanguage(target.value) ? target.value : null)}
      >
        <option value="">{t('profile.browsersLanguage')}</option>
        {LANGUAGES.map((name) => (
          <option key={name} value={name} lang={name}>
            {LANGUAGE_NAMES[name]}
          </option>
        ))}
      </SelectField>
      {choice.error && <FieldError>{choice.error.message}</FieldError>}
    </Card>
  );
}
