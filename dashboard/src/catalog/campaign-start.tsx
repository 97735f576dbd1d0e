// How the campaigns of a new website come in: pages add them, or people do, who begin with one.
import { type ReactNode, useState } from 'react';
import { Choice, Choices } from '../components/choices.tsx';
import { InputField, SelectField } from '../components/field.tsx';
import { NAME_LENGTH_MAX } from '../format/catalog.ts';
import { CTA_TYPES, ctaTypeName } from '../format/names.ts';
import { rich, t } from '../language/t.ts';

type Start = 'register' | 'campaign';

/** What is filled in. */
export interface CampaignStart {
  readonly start?: Start;
  readonly campaign_name?: string;
  readonly cta_type?: string;
}

/** What the service is told. */
export function campaignStartOf({ start, campaign_name, cta_type }: CampaignStart) {
  return {
    ...(start !== undefined && { register_keys: start === 'register' }),
    ...(start === 'campaign' && { campaign_name: campaign_name ?? '', cta_type: cta_type ?? 'overlay' }),
  };
}

export function CampaignStartFields({ filled = {} }: { readonly filled?: CampaignStart }) {
  const [start, setStart] = useState<Start>(filled.start ?? 'register');
  const choice = (value: Start, children: ReactNode) => (
    <Choice type="radio" name="start" value={value} checked={start === value} onChange={() => setStart(value)}>
      {children}
    </Choice>
  );
  return (
    <>
      <Choices legend={t('setup.howAdded')}>
        {choice('register', t('setup.automatically'))}
        {choice('campaign', t('setup.byHand'))}
      </Choices>
      {start === 'campaign' && (
        <>
          <InputField
            label={t('setup.campaignName')}
            name="campaign_name"
            required
            maxLength={NAME_LENGTH_MAX}
            defaultValue={filled.campaign_name}
            placeholder={t('setup.campaignPlaceholder')}
          />
          <SelectField label={t('common.type')} name="cta_type" defaultValue={filled.cta_type}>
            {CTA_TYPES.map((type) => (
              <option key={type} value={type}>
                {ctaTypeName(type)}
              </option>
            ))}
          </SelectField>
        </>
      )}
      <p className="hint">{rich('setup.changeAnytime', { em: (text) => <em>{text}</em> })}</p>
    </>
  );
}
