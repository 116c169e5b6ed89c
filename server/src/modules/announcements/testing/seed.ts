import { insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  isShared: true,
  ids: { announcementId: 'number', imageName: 'uuid' },
  async seed({ admin, company: { companyId }, mediaId, text, unique }) {
    const announcementId = await insertedId(admin`
      insert into announcements (title, text, media_company_id, media_id, media_name, image_name)
      values (${`${text} ${unique}`}, ${text}, ${companyId}, ${mediaId}, ${text}, ${unique}) returning id`);
    return { announcementId, imageName: unique };
  },
});
