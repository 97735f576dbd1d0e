import type { TextsOf } from '../translate.ts';

export default {
  busy: 'Trop de requêtes sont en cours. Réessayez dans un instant.',
  commit_unknown:
    'La base de données a cessé de répondre pendant l’enregistrement : la modification a peut-être été enregistrée, peut-être pas. Rechargez la page pour vérifier.',
  damaged_data:
    'Une partie des données enregistrées pour ces jours est endommagée et n’est donc pas affichée. L’exploitant du service doit la réparer.',
  database_unavailable: 'La base de données est injoignable. Réessayez dans un instant.',
  email_in_use: 'Un autre contact du site web a cette adresse e-mail. Supprimez d’abord l’un des deux.',
  email_not_configured: 'Ce service n’a pas de serveur de messagerie. Choisissez un autre canal.',
  email_or_phone_required: 'Un contact doit avoir une adresse e-mail ou un numéro de téléphone.',
  holdout_taken: 'Cette campagne a déjà un groupe d’exclusion, et il ne peut y en avoir qu’un. Archivez-le d’abord.',
  invalid_current_password: 'Ce n’est pas votre mot de passe.',
  invalid_email: 'Ce n’est pas une adresse e-mail.',
  invalid_new_password: 'Choisissez un autre mot de passe : celui-ci est trop court, trop long ou trop courant.',
  invalid_origins: 'Chaque adresse doit ressembler à https://www.example.com, sans chemin.',
  invalid_phone:
    'Ce n’est pas un numéro de téléphone. Écrivez-le avec l’indicatif du pays, par exemple +33 1 23 45 67 89.',
  invalid_range: 'Le premier jour ne peut pas être après le dernier.',
  invalid_sum: 'Les parts de toutes les variantes doivent faire 100 au total.',
  key_taken: 'Un autre élément au même endroit a déjà cette clé.',
  last_owner: 'Le compte doit avoir un propriétaire. Nommez d’abord quelqu’un d’autre.',
  link_ended: 'Ce lien n’est plus valable.',
  link_not_valid: 'Ce lien a expiré, a déjà été utilisé ou a été annulé.',
  login_exists: 'Il existe déjà un accès avec cette adresse e-mail. Confirmez avec son mot de passe.',
  name_taken: 'Ce nom est déjà pris. Choisissez-en un autre.',
  no_password: 'Il n’y a pas de mot de passe ici : la connexion se fait par authentification unique.',
  other_email: 'Cette invitation est destinée à une autre adresse e-mail. Déconnectez-vous d’abord.',
  own_password: 'Vous ne pouvez pas créer de lien pour vous-même. Changez votre mot de passe dans votre profil.',
  passwords_off: 'Les mots de passe sont désactivés : connectez-vous par authentification unique.',
  range_too_wide: 'La période est trop longue : choisissez-en une plus courte.',
  rate_limited: 'Trop de requêtes. Attendez une minute et réessayez.',
  reset_by_operator:
    'Vous ne pouvez pas réinitialiser le mot de passe de cette personne. Demandez-le à l’exploitant du service.',
  status403: 'Vous n’êtes pas autorisé à faire cela.',
  status413: 'C’est trop volumineux.',
  status500: 'Une erreur s’est produite dans le service. Réessayez ou signalez-le à l’exploitant.',
  too_many_confirmations:
    'Trop de personnes ont été sollicitées en un jour pour recevoir un rapport, ou cette adresse l’a été trop souvent en une semaine. Réessayez plus tard.',
  too_many_invitations: 'Le compte a trop d’invitations en attente. Annulez celles qui ne servent plus.',
  too_many_keys: 'Le site web a trop de clés. Révoquez celles qui ne servent plus.',
  too_many_records: 'Il y a déjà trop d’éléments ici.',
  too_many_subscriptions: 'Vous avez trop d’abonnements pour ce site web. Retirez-en d’abord un.',
  too_many_webhooks: 'Le site web a trop de webhooks de ce fournisseur. Révoquez-en d’abord un.',
  unknownStatus: 'Le service a répondu avec le statut {status}.',
  variant_has_events:
    'Cette variante a déjà des événements : elle ne peut ni devenir un groupe d’exclusion, ni cesser d’en être un. Archivez-la et ajoutez une autre variante.',
  wrong_password: 'Mot de passe incorrect.',
} satisfies TextsOf<'problems'>;
